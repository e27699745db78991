import js from '@eslint/js'
import globals from 'globals'
import ts from 'typescript-eslint'

export default ts.config(
  { ignores: ['**/node_modules/', 'dist/', 'unit/'] },
  js.configs.recommended,
  { files: ['src/**/*.ts'], extends: [ts.configs.strict, ts.configs.stylistic] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['src/**/*.ts'], languageOptions: { globals: globals.browser } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { ...globals.nodeBuiltin, ...globals.browser } },
  },
  {
    rules: {
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
)
