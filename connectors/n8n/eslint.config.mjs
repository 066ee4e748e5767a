/**
 * The rules that n8n sets for nodes: its two plugins, cloud support included, as `@n8n/node-cli` puts them together; not through
 * that, which brings hundreds of packages more.
 */
import { n8nCommunityNodesPlugin } from '@n8n/eslint-plugin-community-nodes'
import { globalIgnores } from 'eslint/config'
import n8nNodes from 'eslint-plugin-n8n-nodes-base'
import tseslint from 'typescript-eslint'

export default tseslint.config(
  globalIgnores(['dist', '*.mjs']),
  { files: ['**/*.ts'], extends: [tseslint.configs.recommended] },
  n8nCommunityNodesPlugin.configs.recommended,
  { plugins: { 'n8n-nodes-base': n8nNodes } },
  {
    files: ['package.json'],
    rules: {
      ...n8nNodes.configs.community.rules,
      // These are for packages in a public catalogue, which this one is not.
      'n8n-nodes-base/community-package-json-author-missing': 'off',
      'n8n-nodes-base/community-package-json-license-not-default': 'off',
      '@n8n/community-nodes/valid-author': 'off',
      '@n8n/community-nodes/require-homepage': 'off',
    },
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { extraFileExtensions: ['.json'] },
    },
  },
  {
    files: ['credentials/**/*.ts'],
    rules: {
      ...n8nNodes.configs.credentials.rules,
      // The guide is at the address of each service, which only a connection knows.
      'n8n-nodes-base/cred-class-field-documentation-url-missing': 'off',
      // This and the three below are off in n8n's own configuration too: they are older than what they judge.
      'n8n-nodes-base/cred-class-field-documentation-url-miscased': 'off',
    },
  },
  {
    files: ['nodes/**/*.ts'],
    rules: {
      ...n8nNodes.configs.nodes.rules,
      'n8n-nodes-base/node-class-description-inputs-wrong-regular-node': 'off',
      'n8n-nodes-base/node-class-description-outputs-wrong': 'off',
      'n8n-nodes-base/node-param-type-options-max-value-present': 'off',
    },
  },
)
