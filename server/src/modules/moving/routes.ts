import {
  figureAgreement,
  movingFigures,
  movingOverview,
  saveMovingProgram,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountResource } from '../../kernel/table/index.ts';
import { countAgreement, movingFigureWriter } from './figures.ts';
import { readMovingOverview, rememberProgram } from './overview.ts';

/** The steps of moving in, and the comparison with the former program. */
export function movingRoutes(app: FastifyInstance): void {
  mountRead(app, movingOverview, readMovingOverview);
  mountWrite(app, saveMovingProgram, rememberProgram);
  mountRead(app, figureAgreement, countAgreement);
  mountResource(app, movingFigures, movingFigureWriter);
}
