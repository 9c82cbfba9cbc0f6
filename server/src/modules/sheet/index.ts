// Sheet: what comes in by spreadsheet. Read, compared, written as one, and taken back as one.
export { sheetRoutes } from './routes.ts';
