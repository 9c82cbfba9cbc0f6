import { detachRelations, matchRelations, relations } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountResource } from '../../kernel/index.ts';
import { detach, matchAll } from './match.ts';
import { relationWriter } from './relations.ts';

/** The calls of what platforms call our goods. */
export function relationRoutes(app: FastifyInstance): void {
  mountResource(app, relations, relationWriter);
  mount(app, matchRelations, (_, { transact }) => transact(matchAll));
  mount(app, detachRelations, (input, { transact }) =>
    transact((context) => detach(context, input)),
  );
}
