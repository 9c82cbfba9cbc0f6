import {
  accountStatistics,
  agedBillsTable,
  customerFlowTable,
  customerStatementTable,
  inDetailTable,
  inMaterialCountTable,
  home,
  monthlyFigures,
  receivableAgeingTable,
  soldOwnTable,
  statistics,
  waitingCount,
} from '@tradehouse/contract';
import type { FastifyInstance } from 'fastify';
import { mountRead } from '../../kernel/http/index.ts';
import { mountTable, mountTables } from '../../kernel/table/index.ts';
import { pickAgedBills, pickAgeing } from './debts/ageing.ts';
import { accountFlowRows, accountReportRows, accountSums } from './accounts/accounts.ts';
import { balanceSheetMonthsRows, balanceSheetRows } from './books/balanceSheet.ts';
import { ledgerDetailRows } from './books/ledgerDetail.ts';
import { journalRows } from './books/journal.ts';
import { accountDetailRows } from './accounts/accountDetail.ts';
import { revenueRows } from './accounts/revenue.ts';
import { profitMonthsRows, profitRows } from './books/profitStatement.ts';
import { trialBalanceMonthsRows, trialBalanceRows } from './books/trialBalance.ts';
import { memberFlowRows, memberStatementRows } from './debts/members.ts';
import { pickPartnerFlow } from './debts/partnerFlow.ts';
import { pickStatement } from './debts/statements.ts';
import { costLedgerRows } from './goods/costLedger.ts';
import { stockLedgerRows } from './goods/stockLedger.ts';
import { stockByWarehouseRows, stockOnHandRows } from './goods/stockOnHand.ts';
import { fulfilmentRows } from './orders/fulfilment.ts';
import { inTransitRows } from './orders/inTransit.ts';
import { countWaiting, waitingRows } from './debts/waiting.ts';
import {
  buyInRows,
  pickOwn,
  retailOutRows,
  saleOutRows,
  salesRankRows,
  salesRatioRows,
  tradeProfitRows,
} from './trade/tradeReports.ts';
import { allocationDetailRows } from './goods/allocations.ts';
import { pickCount } from './goods/goodsCount.ts';
import { pickDetail } from './goods/goodsMoved.ts';
import { goodsSkuRows } from './goods/goodsSku.ts';
import { goodsExpirationRows, lotStockRows } from './goods/lots.ts';
import { serialMovesRows, serialRows } from './goods/serials.ts';
import { stockWarningRows } from './goods/stockWarning.ts';
import { inOutByWarehouseRows, inOutStockRows } from './goods/inOutStock.ts';
import { homePage } from './home.ts';
import { readCompanyToday } from '../system/index.ts';
import { taxPaperRows, taxReportRows } from './tax/taxReport.ts';
import { tradeByMonth, tradeStatistics } from './trade/trade.ts';

/** The reports and the home page's figures. */
export function reportRoutes(app: FastifyInstance): void {
  mountTable(app, stockOnHandRows);
  mountTable(app, stockByWarehouseRows);
  mountTable(app, stockLedgerRows);
  mountTable(app, costLedgerRows);
  const { path, exportPath } = customerStatementTable;
  mountTables(app, path, pickStatement, exportPath);
  const flow = customerFlowTable;
  mountTables(app, flow.path, pickPartnerFlow, flow.exportPath);
  mountTable(app, waitingRows);
  mountRead(app, waitingCount, countWaiting);
  mountTable(app, trialBalanceRows);
  mountTable(app, profitRows);
  mountTable(app, balanceSheetRows);
  mountTable(app, trialBalanceMonthsRows);
  mountTable(app, profitMonthsRows);
  mountTable(app, balanceSheetMonthsRows);
  mountTable(app, taxReportRows);
  mountTable(app, taxPaperRows);
  mountTable(app, ledgerDetailRows);
  mountTable(app, journalRows);
  mountTable(app, accountDetailRows);
  mountTable(app, revenueRows);
  const ageing = receivableAgeingTable;
  mountTables(app, ageing.path, pickAgeing, ageing.exportPath);
  mountTables(app, agedBillsTable.path, pickAgedBills, agedBillsTable.exportPath, agedBillsTable);
  mountTable(app, memberStatementRows);
  mountTable(app, memberFlowRows);
  mountTable(app, buyInRows);
  mountTable(app, saleOutRows);
  mountTable(app, retailOutRows);
  mountTable(app, tradeProfitRows);
  mountTable(app, salesRankRows);
  mountTable(app, salesRatioRows);
  mountTables(app, soldOwnTable.path, pickOwn, soldOwnTable.exportPath);
  mountTables(app, inDetailTable.path, pickDetail, inDetailTable.exportPath);
  mountTable(app, allocationDetailRows);
  mountTable(app, inOutStockRows);
  mountTable(app, inOutByWarehouseRows);
  mountTable(app, stockWarningRows);
  mountTable(app, lotStockRows);
  mountTable(app, goodsExpirationRows);
  mountTable(app, serialRows);
  mountTable(app, serialMovesRows);
  mountTable(app, goodsSkuRows);
  mountTable(app, inTransitRows);
  mountTable(app, fulfilmentRows);
  mountTables(app, inMaterialCountTable.path, pickCount, inMaterialCountTable.exportPath);
  mountTable(app, accountReportRows);
  mountTable(app, accountFlowRows);
  mountRead(app, accountStatistics, accountSums);
  mountRead(app, statistics, tradeStatistics);
  mountRead(app, monthlyFigures, async (context) =>
    tradeByMonth(context, await readCompanyToday(context)),
  );
  mountRead(app, home, homePage);
}
