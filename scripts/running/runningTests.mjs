/**
 * A Vitest reporter that is silent except for two things: the tests that were running when the run was ended from
 * outside, and why a test failed that passed on a retry.
 */
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
    const { state, errors } = test.result();
    if (state === 'passed')
      for (const { message, stack } of errors ?? [])
        process.stderr.write(
          `\n${test.module.relativeModuleId} > ${test.fullName}\npassed at a second try, after: ${stack ?? message}\n`,
        );
    this.#running.set(test.module.id, test.module.relativeModuleId);
  }
}
