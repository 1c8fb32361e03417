import js from '@eslint/js';
import jsdoc from 'eslint-plugin-jsdoc';
import globals from 'globals';
import { noInheritedMembers } from './scripts/lib/lint-members.js';

/** Classes that each realm has its own of, and callers pass instances of. */
const REALM_CLASSES =
  '/^(Object|Array|Map|Set|Date|RegExp|Promise|URL|Blob|Response|DataView|.*(Array|Buffer|Stream))$/';

// Correctness only: prettier owns the layout and tsc owns the types.
export default [
  { ignores: ['dist/', 'docs/api/', 'src/generated/', 'bench/results/'] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: 'module' },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-var': 'error',
      'prefer-const': ['error', { destructuring: 'all' }],
    },
  },
  {
    // The library runs in every engine: only what browsers, workers and Node share.
    files: ['src/**/*.js'],
    languageOptions: { globals: globals['shared-node-browser'] },
  },
  {
    files: ['src/**/*.js', 'wasm-gen/**/*.js', 'scripts/**/*.js', 'bench/**/*.js'],
    plugins: { curvemill: { rules: { 'no-inherited-members': noInheritedMembers } } },
    rules: { 'curvemill/no-inherited-members': 'error' },
  },
  {
    files: ['src/**/*.js'],
    rules: { 'curvemill/no-inherited-members': ['error', { reads: true }] },
  },
  {
    // A value of another realm (an iframe's, of jsdom, of vm) is no instance of this one's classes:
    // src/input recognises what callers pass. Engines and the port get what this library made.
    files: ['src/**/*.js'],
    ignores: ['src/input/**', 'src/engines/**', 'src/verkle/engine/**', 'src/port/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: `BinaryExpression[operator='instanceof'][right.name=${REALM_CLASSES}]`,
          message: 'Use isBytes, isBuffer, readUrl, isList or typeof: see src/input.',
        },
      ],
    },
  },
  {
    files: [
      'wasm-gen/**/*.js',
      'proof/**/*.js',
      'scripts/**/*.js',
      'bin/*.js',
      'bench/**/*.js',
      'test/**/*.{js,mjs,cjs}',
      'examples/**/*.js',
      '*.config.js',
    ],
    languageOptions: { globals: globals.node },
    rules: { 'no-console': 'off' },
  },
  {
    files: ['bench/page/**/*.js'],
    languageOptions: {
      globals: { ...globals.browser, ...globals.worker, BUILD: 'readonly', RECORDED: 'readonly' },
    },
  },
  // What Playwright runs in a page stands in the test.
  { files: ['test/page/**/*.js'], languageOptions: { globals: globals.browser } },
  {
    files: ['examples/extension/*.js'],
    languageOptions: { globals: { ...globals.browser, ...globals.webextensions } },
  },
  { files: ['**/*.cjs'], languageOptions: { sourceType: 'commonjs' } },
  {
    files: ['{src,wasm-gen,proof,scripts,bench}/**/*.js'],
    plugins: { jsdoc },
    settings: { jsdoc: { mode: 'typescript' } },
    rules: {
      'jsdoc/check-alignment': 'error',
      'jsdoc/check-param-names': ['error', { checkDestructured: false }],
      'jsdoc/check-types': 'off',
      'jsdoc/require-jsdoc': [
        'error',
        { publicOnly: true, require: { ClassDeclaration: true, FunctionDeclaration: true } },
      ],
    },
  },
];
