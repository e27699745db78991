import js from '@eslint/js'
import globals from 'globals'

export default [
  { ignores: ['**/node_modules/'] },
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { files: ['**/*.mjs'], languageOptions: { globals: globals.nodeBuiltin } },
  {
    files: ['**/*.js'],
    languageOptions: { sourceType: 'commonjs', globals: globals.node },
  },
  {
    rules: {
      curly: ['error', 'multi-line'],
      eqeqeq: 'error',
      'no-console': ['error'],
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  // Programs and tests may print, and tests pass values that no user would.
  { files: ['bench/**', 'scripts/**', 'test/**'], rules: { 'no-console': 'off' } },
]
