// Sample: a company that trades for a year by itself, so that there is something to look at.
export { sampleRoutes } from './routes.ts';
