import tseslint from 'typescript-eslint';

/** Functions are constants with an arrow; generators, overloads and assertions can't be. */
const oneFormOfFunction = {
  selector:
    'FunctionDeclaration[generator=false]:not([returnType.typeAnnotation.asserts=true]):not(ExportDefaultDeclaration > FunctionDeclaration)',
  message: 'Write a constant with an arrow function: `const name = (…) => …`.',
};

export default tseslint.config(
  {
    ignores: ['dist/', 'node_modules/', '.vscode-host/', '.postgres/', 'artifacts/', 'media/', '**/*.cjs'],
  },
  ...tseslint.configs.recommended,
  {
    files: ['extension/**/*.ts', 'webview/**/*.ts', 'test/**/*.ts'],
    extends: [...tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-duplicate-imports': 'error',
      'no-restricted-syntax': ['error', oneFormOfFunction],
      // A handler is async for its type's sake; a method taken off an interface of constants has no `this`.
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    files: ['extension/**/*.ts', 'webview/**/*.ts'],
    rules: {
      // A function that is best read whole says why.
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
    },
  },
  {
    // What a test parses is checked by its expectations.
    files: ['test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unnecessary-type-assertion': 'off',
      '@typescript-eslint/prefer-promise-reject-errors': 'off',
    },
  },
);
