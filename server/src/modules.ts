import type { FastifyInstance } from 'fastify';
import { sessionRoutes } from './modules/session/index.ts';

/** Every module's routes. A new module adds its line here. */
export const modules: readonly ((app: FastifyInstance) => void | Promise<void>)[] = [sessionRoutes];
