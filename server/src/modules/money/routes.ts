import {
  accountChoices,
  accounts,
  defaultAccount,
  exchangeRates,
  inOutItemChoices,
  inOutItems,
  ratesOfDay,
  ledgerAccountChoices,
  ledgerAccounts,
  ledgerRoleList,
  revenueClassById,
  revenueClassTree,
  revenueClasses,
  updateLedgerRoles,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountEndpoint } from '../../kernel/http/index.ts';
import { mountResource, resourceEngine } from '../../kernel/table/index.ts';
import { accountList, accountWriter, makeDefaultAccount } from './accounts.ts';
import { dayRates, exchangeRateWriter } from './exchangeRates.ts';
import { inOutItemWriter, itemChoices } from './inOutItems.ts';
import {
  changeLedgerRoles,
  ledgerAccountWriter,
  ledgerChoices,
  ledgerRoles,
} from './ledgerAccounts.ts';
import { revenueClassForest, revenueClassWriter } from './revenueClasses.ts';

/** Mounts the routes of settlement accounts, income and expense items, ledger accounts and exchange rates. */
export function moneyRoutes(app: FastifyInstance): void {
  mountResource(app, accounts, accountWriter);
  mountEndpoint(app, defaultAccount, ({ id }, { transact }) =>
    transact((context) => makeDefaultAccount(context, id)),
  );
  mountEndpoint(app, accountChoices, (_, { read }) => read(accountList));
  mountResource(app, exchangeRates, exchangeRateWriter);
  mountEndpoint(app, ratesOfDay, (input, { read }) => read((context) => dayRates(context, input)));
  mountResource(app, inOutItems, inOutItemWriter);
  mountEndpoint(app, inOutItemChoices, (input, { read }) =>
    read((context) => itemChoices(context, input)),
  );
  mountResource(app, ledgerAccounts, ledgerAccountWriter);
  mountEndpoint(app, ledgerAccountChoices, (_, { read }) => read(ledgerChoices));
  mountEndpoint(app, ledgerRoleList, (_, { read }) => read(ledgerRoles));
  mountEndpoint(app, updateLedgerRoles, (input, { transact }) =>
    transact((context) => changeLedgerRoles(context, input)),
  );
  mountResource(app, revenueClasses, revenueClassWriter);
  const revenueClass = resourceEngine(revenueClasses, revenueClassWriter);
  mountEndpoint(app, revenueClassTree, ({ id }, { read }) =>
    read((context) => revenueClassForest(context, id)),
  );
  mountEndpoint(app, revenueClassById, ({ id }, { read }) =>
    read((context) => revenueClass.info(context, id)),
  );
}
