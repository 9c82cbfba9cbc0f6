import { bankStatements } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead, mountWrite } from '../../kernel/http/index.ts';
import { mountTable } from '../../kernel/table/index.ts';
import { addStatement, removeStatements } from './bring.ts';
import { bankMoveRows, bankRowRows, bankStatementRows } from './list.ts';
import { setClosing } from './closing.ts';
import { matchRows, suggestBankMatches, unmatchRows } from './match.ts';
import { readReconciliation } from './reconcile.ts';

/** The calls of bank statements. */
export function bankRoutes(app: FastifyInstance): void {
  mountTable(app, bankStatementRows);
  mountTable(app, bankRowRows);
  mountTable(app, bankMoveRows);
  mountRead(app, bankStatements.infoCall, (context, { id }) => readReconciliation(context, id));
  mountRead(app, bankStatements.suggestions, (context, { id }) => suggestBankMatches(context, id));
  mountWrite(app, bankStatements.add, addStatement);
  mountWrite(app, bankStatements.removeBatch, removeStatements);
  mountWrite(app, bankStatements.setClosing, setClosing);
  mountWrite(app, bankStatements.match, matchRows);
  mountWrite(app, bankStatements.unmatch, unmatchRows);
}
