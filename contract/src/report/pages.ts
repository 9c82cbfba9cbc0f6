import type { TableDeclaration } from '../table.ts';
import * as accounts from './accounts.ts';
import * as books from './books.ts';
import * as goodsMoved from './goodsMoved.ts';
import * as inOutStock from './inOutStock.ts';
import * as lots from './lots.ts';
import * as members from './members.ts';
import * as sales from './sales.ts';
import * as orders from './orders.ts';
import * as own from './own.ts';
import * as ownMoney from './ownMoney.ts';
import * as ownStock from './ownStock.ts';
import * as revenue from './revenue.ts';
import * as ageing from './ageing.ts';
import * as statements from './statements.ts';
import * as serials from './serials.ts';
import * as stock from './stock.ts';
import * as stockNow from './stockNow.ts';
import * as tax from './tax.ts';
import * as trade from './trade.ts';
import * as waiting from './waiting.ts';
import * as replenishment from '../replenish/replenishment.ts';

const isReportTable = (value: unknown): value is TableDeclaration =>
  typeof value === 'object' && value !== null && 'columns' in value && 'filters' in value;

/** Every report, and tables opened from one. */
export const reports: readonly TableDeclaration[] = Object.values<unknown>({
  ...accounts,
  ...books,
  ...revenue,
  ...sales,
  ...ageing,
  ...members,
  ...orders,
  ...own,
  ...ownMoney,
  ...ownStock,
  ...statements,
  ...stock,
  ...tax,
  ...trade,
  ...goodsMoved,
  ...replenishment,
  ...inOutStock,
  ...lots,
  ...serials,
  ...stockNow,
  ...waiting,
}).filter(isReportTable);
