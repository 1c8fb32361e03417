/**
 * Metro with the settings of React Native: bundles `program.js` of a project as for an app on
 * Hermes.
 *
 *   node bundle.js PROJECT OUTPUT
 */
import { fileURLToPath } from 'node:url';
import config from '@react-native/metro-config';
import Metro from 'metro';

const [project, out] = process.argv.slice(2);
const modules = fileURLToPath(new URL('node_modules', import.meta.url));
const settings = config.mergeConfig(config.getDefaultConfig(project), {
  // Babel's helpers, which an app has in its own folder.
  watchFolders: [project, modules],
  resolver: { nodeModulesPaths: [modules] },
  // An app begins with a module that sets up React Native, which is not here.
  serializer: { getModulesRunBeforeMainModule: () => [] },
  cacheStores: [],
  reporter: { update() {} },
});

const build = { entry: 'program.js', platform: 'android', dev: false, minify: false, out };
await Metro.runBuild(settings, build);
