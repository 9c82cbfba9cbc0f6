import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

/** `BASE_PATH` as vite wants it: with a slash at both ends. Unset means /erp (design §7.21). */
const basePath = (value: string | undefined): string => {
  const inner = (value ?? '/erp').replaceAll(/^\/+|\/+$/g, '');
  return inner === '' ? '/' : `/${inner}/`;
};

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, '.', '');
  const proxy = { '/api': { target: env['API_SERVER'] ?? 'http://127.0.0.1:3000', ws: true } };
  return {
    root: import.meta.dirname,
    base: basePath(env['BASE_PATH']),
    plugins: [react()],
    define: { __API_BASE__: JSON.stringify(env['API_BASE'] ?? '/api') },
    server: { port: 5173, proxy },
    preview: { port: 4173, proxy },
    build: {
      // Browsers keep the failure of an address: what a page imports is only asked for once the page itself has come, so that a
      // page that is opened without a network can be asked for again.
      modulePreload: {
        resolveDependencies: (_file, deps) => deps.filter((dep) => dep.endsWith('.css')),
      },
      outDir: 'dist',
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 1200,
    },
  };
});
