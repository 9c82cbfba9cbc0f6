export { default } from '../../logistics/LogisticTrackPage.tsx';
