import { boot } from './app/boot.tsx';
import './app/app.css';
import './page/page.css';

const root = document.querySelector('#root');
if (root !== null) void boot(root);
