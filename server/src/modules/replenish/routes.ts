import { backTestRule, explainProposal, makeFromProposals } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { backTest } from './backTest.ts';
import { explainOne } from './explain.ts';
import { replenishmentRows } from './list.ts';
import { makeDraft } from './make.ts';

/** The calls of the replenishment page. */
export function replenishRoutes(app: FastifyInstance): void {
  mountTable(app, replenishmentRows);
  mountRead(app, backTestRule, backTest);
  mountRead(app, explainProposal, explainOne);
  mountWrite(app, makeFromProposals, makeDraft);
}
