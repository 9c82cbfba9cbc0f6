// Sheet: spreadsheet import, read, compared, written in one step, and undone in one step.
export { sheetRoutes } from './routes.ts';
