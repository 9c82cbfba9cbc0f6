export { default } from '../../logistics/FreightInfoPage.tsx';
