export { default } from '../../report/SerialTracePage.tsx';
