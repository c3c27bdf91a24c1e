import { benchOptions } from './benchPalace.ts';

/** A profile and what is changed in it. */
export interface BenchRun {
  readonly name: string;
  readonly profile: string;
  readonly overrides: Readonly<Record<string, unknown>>;
}

/** `default` first, then every `--run "PROFILE flag=value …"` of the command line; without any, the usual ones. */
export const benchRuns = (...usual: readonly string[]): readonly BenchRun[] => {
  const asked = benchOptions('run');
  return ['default', ...(asked.length > 0 ? asked : usual)].map(parsedRun);
};

const parsedRun = (text: string): BenchRun => {
  const [profile = 'default', ...settings] = text.trim().split(/\s+/);
  const overrides = Object.fromEntries(
    settings.map((setting) => {
      const [flag = '', value = ''] = setting.split('=', 2);
      return [flag, /^[-\d.]+$|^(true|false|null)$/.test(value) ? (JSON.parse(value) as unknown) : value];
    }),
  );
  return { name: text.trim(), profile, overrides };
};
