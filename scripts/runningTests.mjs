/** A reporter of Vitest that is silent, unless the run is ended from outside: then it names the tests that were running. */
export default class RunningTests {
  #running = new Map();

  onInit() {
    process.prependOnceListener('SIGTERM', () => {
      const names = [...this.#running.values()];
      process.stderr.write(
        `\nEnded while ${names.length === 0 ? 'no test was running' : `running:\n  ${names.join('\n  ')}`}\n`,
      );
    });
  }

  onTestModuleStart(module) {
    this.#running.set(module.id, module.relativeModuleId);
  }

  onTestModuleEnd(module) {
    this.#running.delete(module.id);
  }

  onTestCaseReady(test) {
    this.#running.set(test.module.id, `${test.module.relativeModuleId} > ${test.fullName}`);
  }

  onTestCaseResult(test) {
    this.#running.set(test.module.id, test.module.relativeModuleId);
  }
}
