export { default } from '../../externalOrder/ThirdPartyProductRelationPage.tsx';
