import { bootApp } from './main/boot.tsx';
import './app/app.css';
import './list/page.css';

const root = document.querySelector('#root');
if (root !== null) void bootApp(root);
