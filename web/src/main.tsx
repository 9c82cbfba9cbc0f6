import { boot } from './app/boot.tsx';
import './app/app.css';
import './list/page.css';

const root = document.querySelector('#root');
if (root !== null) void boot(root);
