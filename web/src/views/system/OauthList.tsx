export { default } from '../../openApi/OauthListPage.tsx';
