import { serialMovesTable, serialTable } from '@tradehouse/contract';
import type { RowOf } from '@tradehouse/contract';
import { StatusTag } from '../control/StatusTag.tsx';
import type { StatusMeaning } from '../control/StatusTag.tsx';
import type { Drill } from '../list/report/reportPage.tsx';
import { Report, reportPage } from '../list/report/reportPage.tsx';
import { t } from '../phrase/index.ts';
import { choiceOf } from '../record/labels.ts';

const meanings: Readonly<Record<string, StatusMeaning>> = {
  inStock: 'done',
  travelling: 'partial',
  writtenOff: 'refused',
};

const renderSerialState = ({ state: code }: { readonly state: string | null }) =>
  code === null ? (
    t('empty.none')
  ) : (
    <StatusTag meaning={meanings[code] ?? 'quiet'}>{choiceOf('state', code)}</StatusTag>
  );

/** Where the piece went, document by document. */
const drillIntoSerialMoves = ({ skuId, serial, name }: RowOf<typeof serialTable>): Drill => ({
  title: `${t('report.trace')} · ${name ?? ''} ${serial ?? ''}`,
  width: 1100,
  content: () => (
    <Report
      table={serialMovesTable}
      fixed={{ skuId, serial }}
      cells={{ state: renderSerialState }}
    />
  ),
});

export default reportPage({
  table: serialTable,
  cells: { state: renderSerialState },
  drills: { serial: drillIntoSerialMoves },
});
