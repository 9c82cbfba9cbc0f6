import type { FigureKind } from '@tradehouse/domain';
import { partnerPages, productPage } from '@tradehouse/contract';
import { urlWithFilters } from '../list/filters/filterState.ts';

/** Figure's day and subject, as far as known. */
export interface FigurePlace {
  readonly day: string;
  readonly subjectName: string;
  readonly warehouseId: string | null;
  readonly partnerId: string | null;
}

interface FigureReport {
  readonly page: string;
  readonly address: (place: FigurePlace) => string;
}

const stockReport: FigureReport = {
  page: '/report/material_stock',
  address: ({ day, warehouseId }) =>
    urlWithFilters('/report/material_stock', { warehouses: warehouseId, date: day }),
};

const statementAt = (page: string): FigureReport => ({
  page,
  address: ({ day, partnerId, subjectName }) =>
    urlWithFilters(
      page,
      { organId: partnerId, dates: `,${day}` },
      partnerId === null ? {} : { organId: subjectName },
    ),
});

const listAt = (page: string): FigureReport => ({ page, address: () => page });

/** Report or list behind the company's own figure of each kind. */
export const figureReports: Readonly<Record<FigureKind, FigureReport>> = {
  stockQuantity: stockReport,
  stockValue: stockReport,
  receivable: statementAt('/report/customer_account'),
  payable: statementAt('/report/vendor_account'),
  prepaid: statementAt('/report/member_account'),
  accountBalance: {
    page: '/report/account_report',
    address: ({ day, subjectName }) =>
      urlWithFilters('/report/account_report', { name: subjectName, date: day }),
  },
  productCount: listAt(productPage),
  supplierCount: listAt(partnerPages.supplier),
  customerCount: listAt(partnerPages.customer),
  memberCount: listAt(partnerPages.member),
};
