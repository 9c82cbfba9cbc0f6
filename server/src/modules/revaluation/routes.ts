import { revaluations } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { revaluationItemRows, revaluationRows } from './list.ts';
import {
  previewRevaluation,
  reverseRevaluation,
  saveRevaluation,
  takeBackRevaluation,
} from './revalue.ts';

/** Mounts the calls of currency revaluation. */
export function revaluationRoutes(app: FastifyInstance): void {
  mountTable(app, revaluationRows);
  mountTable(app, revaluationItemRows);
  mountRead(app, revaluations.preview, previewRevaluation);
  mountWrite(app, revaluations.post, saveRevaluation);
  mountWrite(app, revaluations.reverse, reverseRevaluation);
  mountWrite(app, revaluations.takeBack, takeBackRevaluation);
}
