import {
  allPeople,
  customerChoices,
  memberChoices,
  openingBalanceLeft,
  openingDebts,
  partnerChoices,
  partners,
  peopleByNumber,
  peopleByType,
  supplierChoices,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead } from '../../kernel/http/index.ts';
import { mountRecords, mountResource, mountTables } from '../../kernel/table/index.ts';
import { openingDebtWriter } from './openingDebts.ts';
import { openingLeft } from './openingLeft.ts';
import { findPartners, isTakenName } from './partnerChoices.ts';
import { pickPartners } from './partnerList.ts';
import { partnerWriter } from './partnerWriter.ts';
import { numberedPersonChoices, personChoices } from './people.ts';

/** The calls of suppliers, customers and members, and of the people in charge. */
export function partnerRoutes(app: FastifyInstance): void {
  const { path, exportPath } = partners.tables.supplier;
  mountTables(app, path, pickPartners, exportPath);
  mountRecords(app, partners, partnerWriter);
  mountResource(app, openingDebts, openingDebtWriter);
  mountRead(app, partners.nameAndTypeExists, async (context, input) => ({
    status: await isTakenName(context, input),
  }));
  for (const [endpoint, type] of [
    [supplierChoices, 'supplier'],
    [customerChoices, 'customer'],
    [memberChoices, 'member'],
    [partnerChoices, null],
  ] as const) {
    mountRead(app, endpoint, (context, input) => findPartners(context, type, input));
  }
  mountRead(app, openingBalanceLeft, openingLeft);
  mountRead(app, allPeople, (context) => personChoices(context));
  mountRead(app, peopleByType, async (context, { type }) => ({
    personList: await personChoices(context, type),
  }));
  mountRead(app, peopleByNumber, numberedPersonChoices);
}
