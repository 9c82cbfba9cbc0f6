import './calendar.ts';

export { Shell } from './Shell.tsx';
