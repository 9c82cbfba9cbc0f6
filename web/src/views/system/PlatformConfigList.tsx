export { default } from '../../platform/PlatformConfigListPage.tsx';
