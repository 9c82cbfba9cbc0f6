import { figureAgreement, movingFigures } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { figureKinds, isKeyOf } from '@tradehouse/domain';
import type { FigureSubject } from '@tradehouse/domain';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { useMay } from '../app/settings/permission.ts';
import { NumberText } from '../control/NumberText.tsx';
import { PageLink } from '../control/PageLink.tsx';
import { StatusTag } from '../control/StatusTag.tsx';
import { List } from '../list/listPage.tsx';
import { t } from '../phrase/index.ts';
import { choiceOf } from '../record/labels.ts';
import { masterForm } from '../record/masterForm.ts';
import type { RecordValues } from '../record/recordTypes.ts';
import { figureReports } from './figureLinks.ts';

type ListedFigure = RowOf<typeof movingFigures.table>;

const measureOfFigure = ({ figureKind }: ListedFigure): 'quantity' | 'money' =>
  figureKind !== null &&
  isKeyOf(figureKinds, figureKind) &&
  figureKinds[figureKind].measure === 'amount'
    ? 'money'
    : 'quantity';

const isFigureOf =
  (...subjects: readonly FigureSubject[]) =>
  ({ figureKind }: RecordValues): boolean =>
    typeof figureKind === 'string' &&
    isKeyOf(figureKinds, figureKind) &&
    subjects.some((subject) => subject === figureKinds[figureKind].subject);

const FigureForm = masterForm(movingFigures, {
  own: {
    figureKind: { hint: t('moving.kindHint') },
    warehouseId: {
      control: 'warehouse',
      shown: isFigureOf('warehouse'),
      hint: t('moving.allHint'),
    },
    partnerId: {
      control: 'partner',
      shown: isFigureOf('customer', 'supplier', 'member'),
      hint: t('moving.allHint'),
    },
    accountId: { control: 'account', shown: isFigureOf('account'), hint: t('moving.allHint') },
    day: { hint: t('moving.dayHint') },
  },
});

/** Own figure, linked to the report behind for readers of the report. */
function OwnFigure({ row }: { readonly row: ListedFigure }): ReactNode {
  const may = useMay();
  const { figureKind, day, subjectName, warehouseId, partnerId, ours } = row;
  const text = <NumberText value={ours} as={measureOfFigure(row)} />;
  if (figureKind === null || !isKeyOf(figureReports, figureKind)) return text;
  const { page, address } = figureReports[figureKind];
  if (!may(page)) return text;
  const url = address({ day: day ?? '', subjectName: subjectName ?? '', warehouseId, partnerId });
  return <PageLink url={url}>{text}</PageLink>;
}

const cells = {
  subjectName: ({ subjectName }: ListedFigure): ReactNode =>
    subjectName === '' ? <span className="quiet">{t('moving.all')}</span> : subjectName,
  figure: (row: ListedFigure): ReactNode => (
    <NumberText value={row.figure} as={measureOfFigure(row)} />
  ),
  ours: (row: ListedFigure): ReactNode => <OwnFigure row={row} />,
  difference: (row: ListedFigure): ReactNode => (
    <NumberText value={row.difference} as={measureOfFigure(row)} signed />
  ),
  figureState: ({ figureState }: ListedFigure): ReactNode =>
    figureState === null ? null : (
      <StatusTag meaning={figureState === 'agrees' ? 'done' : 'partial'}>
        {choiceOf('figureState', figureState)}
      </StatusTag>
    ),
};

/** Number of figures that agree, and of the others. */
function Agreement(): ReactNode {
  const { data } = useQuery({
    queryKey: ['list', movingFigures.table.path, 'agreement'],
    queryFn: ({ signal }) => callEndpoint(figureAgreement, {}, { signal, silent: true }),
  });
  if (data === undefined || data.agree + data.differ === 0) return null;
  return (
    <span role="status" className="moving-agreement">
      {t('moving.agreement', { agree: String(data.agree), differ: String(data.differ) })}
    </span>
  );
}

/** Figures of the former program beside the company's own. */
export const FigureList = (): ReactNode => (
  <List
    table={movingFigures.table}
    resource={movingFigures}
    form={FigureForm}
    copies
    hint={t('moving.figuresHint')}
    cells={cells}
    notice={<Agreement />}
    facts={['subjectName', 'figure', 'ours', 'difference']}
  />
);
