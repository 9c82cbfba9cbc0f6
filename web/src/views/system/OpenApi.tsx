export { default } from '../../openApi/OpenApiPage.tsx';
