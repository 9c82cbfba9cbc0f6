// Revaluation: open items in foreign currencies at the rates of a day, and their reversal.
export { countNotRevalued } from './notRevalued.ts';
export { revaluationRoutes } from './routes.ts';
