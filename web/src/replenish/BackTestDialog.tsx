import { backTestRule } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { dayAfter, decimal, monthEnd, toPlainDecimal } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import { Alert, Empty, Form, Skeleton, Table } from 'antd';
import type { TableColumnsType } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { useId, useMemo, useState } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { useSettings } from '../app/settings/settings.ts';
import { usePhone } from '../app/theme/useMedia.ts';
import { Chart } from '../control/chart/Chart.tsx';
import type { ChartPicture } from '../control/chart/picture.ts';
import { amountText } from '../control/currency.ts';
import { DatePicker } from '../control/DatePicker.tsx';
import { percentText, todayIn } from '../control/format.ts';
import type { FigureType } from '../control/format.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PaneModal } from '../control/PaneModal.tsx';
import type { FilterValues } from '../list/filters/filterState.ts';
import { t } from '../phrase/index.ts';
import { proposalParametersOf } from './proposalParameters.ts';

type BackTestReply = ReplyOf<typeof backTestRule>;
type ComparedFigures = Pick<BackTestReply, 'books' | 'rule'>;
interface ComparedRow extends ComparedFigures {
  readonly key: string;
  readonly name: string;
  readonly barcode?: string;
}

/** Figures of the books and of the rule, in the order of the columns. */
const comparedFigures = [
  { of: 'stockOutDays', title: 'backTest.days', as: 'integer' },
  { of: 'averageValue', title: 'backTest.value', as: 'money' },
  { of: 'orders', title: 'backTest.orders', as: 'integer' },
] as const satisfies readonly { readonly of: string; readonly title: string; as: FigureType }[];

/** Columns of a table: on a phone both sides share a cell, the rule below the books. */
function comparedColumns(first: string, phone: boolean): TableColumnsType<ComparedRow> {
  const name = {
    title: first,
    key: 'name',
    render: (_: unknown, row: ComparedRow) => (
      <>
        {row.name}
        {row.barcode === undefined ? null : <div className="secondary">{row.barcode}</div>}
      </>
    ),
  };
  const figures = comparedFigures.map(({ of, title, as }) => {
    const side = (which: 'books' | 'rule') => ({
      title: t(`backTest.${which}`),
      key: `${of}-${which}`,
      align: 'right' as const,
      render: (_: unknown, row: ComparedRow) => <NumberText value={row[which][of]} as={as} />,
    });
    if (!phone) return { title: t(title), key: of, children: [side('books'), side('rule')] };
    return {
      title: t(title),
      key: of,
      align: 'right' as const,
      render: (_: unknown, { books, rule }: ComparedRow) => (
        <>
          <NumberText value={books[of]} as={as} />
          <div>
            → <NumberText value={rule[of]} as={as} />
          </div>
        </>
      ),
    };
  });
  const missed = {
    title: t('backTest.missed'),
    key: 'missed',
    align: 'right' as const,
    render: (_: unknown, { rule }: ComparedRow) => <NumberText value={rule.missed} as="money" />,
  };
  return phone ? [name, ...figures] : [name, ...figures, missed];
}

const pictureOfDays = ({ months }: BackTestReply): ChartPicture => ({
  as: 'bars',
  title: t('backTest.days'),
  labels: months.map(({ month }) => month),
  series: (['books', 'rule'] as const).map((side) => ({
    name: t(`backTest.${side}`),
    values: months.map((month) => String(month[side].stockOutDays)),
  })),
  figure: 'integer',
});

/** The result of the year in sentences. */
function BackTestSummary({ found }: { readonly found: BackTestReply }): ReactNode {
  const own = useSettings();
  const { since, until, traded, tested, share, books, rule } = found;
  const fewer = books.stockOutDays - rule.stockOutDays;
  const days = fewer === 0 ? 'same' : fewer > 0 ? 'fewer' : 'more';
  const more =
    rule.averageValue === null || books.averageValue === null
      ? null
      : decimal(rule.averageValue).minus(books.averageValue);
  const amount = amountText(toPlainDecimal(more?.abs() ?? decimal(0)), null, own);
  return (
    <>
      <p className="secondary">
        {t('backTest.scope', { since, until, traded, tested })}
        {share === null ? '' : ` ${t('backTest.share', { share: percentText(share) })}`}
      </p>
      <Alert
        type="info"
        showIcon
        className="gap-below"
        title={t(`backTest.${days}`, { n: Math.abs(fewer) })}
        description={
          more === null ? null : t(`backTest.${more.gt(0) ? 'more' : 'less'}Stock`, { amount })
        }
      />
    </>
  );
}

function BackTestTables({ found }: { readonly found: BackTestReply }): ReactNode {
  const phone = usePhone();
  const { months, rows } = found;
  const total: ComparedRow = { key: 'year', name: t('backTest.year'), ...found };
  const goods = rows.map(({ skuId, ...row }): ComparedRow => ({ key: skuId, ...row }));
  return (
    <>
      <Table<ComparedRow>
        size="small"
        className="gap-below gap-above"
        pagination={false}
        bordered
        dataSource={[
          total,
          ...months.map(({ month, ...row }) => ({ key: month, name: month, ...row })),
        ]}
        columns={comparedColumns(t('replenish.month'), phone)}
      />
      <Table<ComparedRow>
        size="small"
        bordered
        pagination={{ pageSize: 20, showSizeChanger: false, hideOnSinglePage: true, simple: phone }}
        dataSource={goods}
        columns={comparedColumns(t('backTest.goods'), phone)}
      />
    </>
  );
}

/** Sentences about the computation. */
const BackTestNotes = ({ leadDays }: { readonly leadDays: string }): ReactNode => (
  <>
    <h3 className="gap-above">{t('backTest.how')}</h3>
    <ul className="secondary">
      <li>{t('backTest.howOrders')}</li>
      <li>{t('backTest.howLead', { days: leadDays })}</li>
      <li>{t('backTest.howBefore')}</li>
      <li>{t('backTest.howOther')}</li>
      <li>{t('backTest.howDays')}</li>
      <li>{t('backTest.howValue')}</li>
      <li>{t('backTest.howReceipts')}</li>
      <li>{t('backTest.howMissed')}</li>
    </ul>
  </>
);

interface BackTestDialogProps {
  /** Filters of the list. */
  readonly applied: FilterValues;
  readonly onClose: () => void;
}

/** Compares the rule with the books over twelve months, by month and by goods. */
export function BackTestDialog({ applied, onClose }: BackTestDialogProps): ReactNode {
  const { timeZone } = useSettings();
  const thisMonth = dayjs(todayIn(timeZone)).startOf('month');
  const [last, setLast] = useState(thisMonth.subtract(1, 'month'));
  const id = useId();
  const parameters = proposalParametersOf(applied);
  const until = dayAfter(monthEnd(last.format('YYYY-MM-DD')), 1);
  const question = { ...parameters, until };
  const { data, error } = useQuery({
    queryKey: ['replenish', 'backTest', question],
    queryFn: ({ signal }) => callEndpoint(backTestRule, question, { signal, quiet: true }),
  });
  return (
    <PaneModal title={t('backTest.title')} width={960} onCancel={onClose}>
      <Form.Item label={t('backTest.lastMonth')} htmlFor={id}>
        <DatePicker
          id={id}
          picker="month"
          allowClear={false}
          value={last}
          disabledDate={(day) => !day.isBefore(thisMonth)}
          onChange={(day) => setLast(day ?? last)}
        />
      </Form.Item>
      <BackTestResult found={data} error={error} />
      <BackTestNotes leadDays={parameters.leadDays} />
    </PaneModal>
  );
}

interface BackTestResultProps {
  readonly found: BackTestReply | undefined;
  readonly error: Error | null;
}

function BackTestResult({ found, error }: BackTestResultProps): ReactNode {
  const picture = useMemo(() => (found === undefined ? null : pictureOfDays(found)), [found]);
  if (error !== null) return <Alert type="error" showIcon title={reasonOfError(error)} />;
  if (found === undefined || picture === null) return <Skeleton active />;
  if (found.tested === 0)
    return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('backTest.empty')} />;
  return (
    <>
      <BackTestSummary found={found} />
      {found.books.stockOutDays + found.rule.stockOutDays === 0 ? null : (
        <Chart picture={picture} labelled={t('replenish.month')} />
      )}
      <BackTestTables found={found} />
    </>
  );
}
