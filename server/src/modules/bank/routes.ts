import { bankStatements } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
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
  mountEndpoint(app, bankStatements.infoCall, ({ id }, { read }) =>
    read((context) => readReconciliation(context, id)),
  );
  mountEndpoint(app, bankStatements.suggestions, ({ id }, { read }) =>
    read((context) => suggestBankMatches(context, id)),
  );
  mountEndpoint(app, bankStatements.add, (input, { transact }) =>
    transact((context) => addStatement(context, input)),
  );
  mountEndpoint(app, bankStatements.removeBatch, (input, { transact }) =>
    transact((context) => removeStatements(context, input)),
  );
  mountEndpoint(app, bankStatements.setClosing, (input, { transact }) =>
    transact((context) => setClosing(context, input)),
  );
  mountEndpoint(app, bankStatements.match, (input, { transact }) =>
    transact((context) => matchRows(context, input)),
  );
  mountEndpoint(app, bankStatements.unmatch, (input, { transact }) =>
    transact((context) => unmatchRows(context, input)),
  );
}
