export { default } from '../../platform/PluginListPage.tsx';
