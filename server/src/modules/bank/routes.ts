import { bankStatements } from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mount, mountTable } from '../../kernel/index.ts';
import { addStatement, removeStatements } from './bring.ts';
import { bankMoveRows, bankRowRows, bankStatementRows } from './list.ts';
import { setClosing } from './closing.ts';
import { matchRows, suggestions, unmatchRows } from './match.ts';
import { reconciliation } from './reconcile.ts';

/** The calls of bank statements. */
export function bankRoutes(app: FastifyInstance): void {
  mountTable(app, bankStatementRows);
  mountTable(app, bankRowRows);
  mountTable(app, bankMoveRows);
  mount(app, bankStatements.infoCall, ({ id }, { read }) =>
    read((context) => reconciliation(context, id)),
  );
  mount(app, bankStatements.suggestions, ({ id }, { read }) =>
    read((context) => suggestions(context, id)),
  );
  mount(app, bankStatements.add, (input, { transact }) =>
    transact((context) => addStatement(context, input)),
  );
  mount(app, bankStatements.removeBatch, (input, { transact }) =>
    transact((context) => removeStatements(context, input)),
  );
  mount(app, bankStatements.setClosing, (input, { transact }) =>
    transact((context) => setClosing(context, input)),
  );
  mount(app, bankStatements.match, (input, { transact }) =>
    transact((context) => matchRows(context, input)),
  );
  mount(app, bankStatements.unmatch, (input, { transact }) =>
    transact((context) => unmatchRows(context, input)),
  );
}
