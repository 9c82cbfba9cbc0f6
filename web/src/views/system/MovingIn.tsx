export { default } from '../../moving/MovingInPage.tsx';
