// Sample: a company with a simulated year of trade, for demonstration.
export { sampleRoutes } from './routes.ts';
