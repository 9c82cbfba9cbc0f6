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
import { mount, mountResource, resourceEngine } from '../../kernel/index.ts';
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

/** The calls of settlement accounts, of income and expense items, of the chart they stand in, and of exchange rates. */
export function moneyRoutes(app: FastifyInstance): void {
  mountResource(app, accounts, accountWriter);
  mount(app, defaultAccount, ({ id }, { transact }) =>
    transact((context) => makeDefaultAccount(context, id)),
  );
  mount(app, accountChoices, (_, { read }) => read(accountList));
  mountResource(app, exchangeRates, exchangeRateWriter);
  mount(app, ratesOfDay, (input, { read }) => read((context) => dayRates(context, input)));
  mountResource(app, inOutItems, inOutItemWriter);
  mount(app, inOutItemChoices, (input, { read }) => read((context) => itemChoices(context, input)));
  mountResource(app, ledgerAccounts, ledgerAccountWriter);
  mount(app, ledgerAccountChoices, (_, { read }) => read(ledgerChoices));
  mount(app, ledgerRoleList, (_, { read }) => read(ledgerRoles));
  mount(app, updateLedgerRoles, (input, { transact }) =>
    transact((context) => changeLedgerRoles(context, input)),
  );
  mountResource(app, revenueClasses, revenueClassWriter);
  const revenueClass = resourceEngine(revenueClasses, revenueClassWriter);
  mount(app, revenueClassTree, ({ id }, { read }) =>
    read((context) => revenueClassForest(context, id)),
  );
  mount(app, revenueClassById, ({ id }, { read }) =>
    read((context) => revenueClass.info(context, id)),
  );
}
