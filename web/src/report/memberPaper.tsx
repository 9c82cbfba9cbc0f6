import { LARGEST_PAGE, memberFlowTable, memberStatementTable } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Spin } from 'antd';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { readTablePage } from '../app/net/client.ts';
import { renderTotalCell } from '../list/columns/cells.tsx';
import { PrintedTable } from '../list/PrintedTable.tsx';
import type { PrintedFact } from '../list/PrintedTable.tsx';
import { t } from '../phrase/index.ts';
import { labelOfColumn } from '../record/labels.ts';

interface Props {
  readonly id: string;
  /** [since, until], in the ledger's form. */
  readonly dates: unknown;
  readonly onDone: () => void;
}

/** Figures in the head: member balances and bonus at the start, in and out, and at the end. */
const figures = [
  'opening',
  'paidIn',
  'spent',
  'closing',
  'bonusOpening',
  'bonusGiven',
  'bonusSpent',
  'bonusClosing',
  'available',
] as const;

const describeStatementDays = (dates: unknown): string => {
  const [since, until]: readonly unknown[] = Array.isArray(dates) ? dates : [];
  return [since, until].some((day) => typeof day === 'string')
    ? `${String(since ?? '')} – ${String(until ?? '')}`
    : t('report.allDays');
};

/** Prints a member's statement: the figures, then each document of the dates in order. */
export function MemberPaper({ id, dates, onDone }: Props): ReactNode {
  const search = JSON.stringify({ organId: id, dates });
  const lines = { search, column: 'sequence', order: 'asc', currentPage: 1 } as const;
  const { data, isError } = useQuery({
    queryKey: ['memberPaper', search],
    queryFn: async () => {
      const [statement, flow] = await Promise.all([
        readTablePage(memberStatementTable, { search, currentPage: 1, pageSize: 1 }),
        readTablePage(memberFlowTable, { ...lines, pageSize: 1 }),
      ]);
      return { member: statement.rows[0], flow };
    },
    gcTime: 0,
    staleTime: 0,
  });
  useEffect(() => {
    if (isError) onDone();
  }, [isError, onDone]);
  if (data === undefined) return <Spin fullscreen />;
  const { member, flow } = data;
  const label = (name: string): string => labelOfColumn(memberStatementTable, name);
  const facts: readonly PrintedFact[] = [
    ...(['name', 'contacts', 'phone'] as const).map((name) => ({
      label: label(name),
      shown: member?.[name] ?? '',
    })),
    { label: label('dates'), shown: describeStatementDays(dates) },
    ...figures.map((name) => ({
      label: label(name),
      shown: renderTotalCell(name, memberStatementTable.columns[name], member?.[name] ?? null),
    })),
  ];
  return (
    <PrintedTable
      list={{
        table: memberFlowTable,
        query: { ...lines, pageSize: LARGEST_PAGE },
        columns: {},
        data: flow,
      }}
      title={t('report.memberPaper')}
      facts={facts}
      signs={[t('report.paper.company'), t('report.paper.member'), t('report.paper.day')]}
      onDone={onDone}
    />
  );
}
