import react from '@vitejs/plugin-react';
import { build, defineConfig, loadEnv } from 'vite';
import type { UserConfig } from 'vite';
import { codeGroups } from './codeGroups.ts';

/** Normalises `BASE_PATH` for vite: with a slash at both ends. Unset means /erp. */
const basePath = (value: string | undefined): string => {
  const inner = (value ?? '/erp').replaceAll(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
};

/** Shared by the home page and its dialogs. */
const homeLayout = {
  name: 'homeLayout',
  test: /web.src.home.home(Layout|Figures)\.ts|contract.src.report.home\.ts/,
  includeDependenciesRecursively: false,
};

/** Builds the pages in memory, without groups for all pages, and returns the groups of their modules. */
async function findGroups(config: UserConfig, mode: string): Promise<ReadonlyMap<string, string>> {
  const built = await build({
    ...config,
    configFile: false,
    mode,
    logLevel: 'error',
    build: { ...config.build, write: false, minify: false, cssMinify: false },
  });
  if (!('output' in built)) throw new Error('the build without groups has no output');
  return codeGroups(built.output);
}

export default defineConfig(async ({ mode, command }) => {
  const env = loadEnv(mode, '.', '');
  const proxy = { '/api': { target: env['API_SERVER'] ?? 'http://127.0.0.1:3000', ws: true } };
  const config: UserConfig = {
    root: import.meta.dirname,
    base: basePath(env['BASE_PATH']),
    plugins: [react()],
    define: { __API_BASE__: JSON.stringify(env['API_BASE'] ?? '/api') },
    server: { port: 5173, proxy },
    preview: { port: 4173, proxy },
    build: {
      // Some browsers remember a failed address: a page's imports are requested only after the page itself,
      // so that a page opened without network can be requested again.
      modulePreload: {
        resolveDependencies: (_file, deps) => deps.filter((dep) => dep.endsWith('.css')),
      },
      outDir: 'dist',
      emptyOutDir: true,
      // Lists the files of each page for the check of their weight.
      manifest: true,
      target: 'es2022',
      // No file imports a file that is loaded on demand: after a failure, such a file is requested at another
      // address, and a file that imports it would get the failure or a second copy.
      rolldownOptions: {
        experimental: { chunkOptimization: { mergeCommonChunks: false } },
        output: { codeSplitting: { groups: [homeLayout] } },
      },
      chunkSizeWarningLimit: 1200,
    },
  };
  if (command !== 'build') return config;
  const groups = await findGroups(config, mode);
  const shared = {
    name: (id: string) => groups.get(id) ?? null,
    includeDependenciesRecursively: false,
  };
  const output = { codeSplitting: { groups: [homeLayout, shared] } };
  const { rolldownOptions } = config.build ?? {};
  return { ...config, build: { ...config.build, rolldownOptions: { ...rolldownOptions, output } } };
});
