export interface Advisory {
  readonly id: string;
  readonly package: string;
  readonly vulnerable: string;
  readonly severity: string;
  readonly title: string;
}
export declare const isInRange: (version: string, range: string) => boolean;
export declare const advisoriesFor: (
  packages: Readonly<Record<string, { readonly version?: string }>>,
  advisories: readonly Advisory[],
) => string[];
