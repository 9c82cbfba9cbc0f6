import type { ReplyOf } from '@tradehouse/contract';
import { goodsToGrade, gradeDocument } from '@tradehouse/contract';
import { findings, grades } from '@tradehouse/domain';
import { Button, Typography } from 'antd';
import type { TableColumnsType } from 'antd';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { callEndpoint, newKey } from '../../../app/net/client.ts';
import { getNotices } from '../../../app/notices.ts';
import { useBusy } from '../../../app/useBusy.ts';
import { ChoiceModal } from '../../../control/ChoiceModal.tsx';
import { EntryTable } from '../../../control/EntryTable.tsx';
import { quantityText } from '../../../control/format.ts';
import { GoodsName } from '../../../control/GoodsName.tsx';
import { ReadModal } from '../../../control/ReadModal.tsx';
import { t } from '../../../phrase/index.ts';
import { TallyAmountInput, TallyReasonInput, Serials } from './cells.tsx';
import { formalOf, gradedParts, isGradeWrong, createGradeDraft, waitsOn } from './gradeDraft.ts';
import type { GradeDraft } from './gradeDraft.ts';
import './tally.css';

interface Props {
  /** The document's id. */
  readonly id: string;
  readonly onClose: () => void;
  /** Goods were sorted. */
  readonly onDone: () => void;
}

type GoodsToGradeReply = ReplyOf<typeof goodsToGrade>;

/** Sorts a document's received goods into formal, defective, gift and missing. */
export const GradeGoodsDialog = (props: Props): ReactNode => (
  <ReadModal
    title={t('tally.title')}
    width={1000}
    onCancel={props.onClose}
    queryKey={['goodsToGrade', props.id]}
    read={() => callEndpoint(goodsToGrade, { id: props.id }, { quiet: true })}
  >
    {(reply) => <GradeForm {...props} reply={reply} />}
  </ReadModal>
);

function GradeForm({ id, reply, onClose, onDone }: Props & { readonly reply: GoodsToGradeReply }) {
  const [rows, setRows] = useState(() => reply.parts.filter(waitsOn).map(createGradeDraft));
  const [busy, run] = useBusy();
  const [key, setKey] = useState(newKey);
  const parts = gradedParts(rows);
  const amend = (row: GradeDraft, change: Partial<GradeDraft>): void =>
    setRows(rows.map((one) => (one === row ? { ...one, ...change } : one)));
  const save = async (): Promise<void> => {
    const graded = await run(async () => {
      const { claim } = await callEndpoint(gradeDocument, { id, parts }, { key });
      void getNotices().message.success(
        claim === null ? t('tally.graded') : t('tally.claimed', { number: claim.number }),
      );
      onDone();
      onClose();
    });
    if (!graded) setKey(newKey());
  };
  return (
    <ChoiceModal
      title={t('tally.of', { number: reply.number, partner: reply.partnerName })}
      width={1100}
      okText={t('tally.grade')}
      okDisabled={busy || parts.length === 0 || rows.some(isGradeWrong)}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {rows.length === 0 ? (
        <p className="tally-note">{t('tally.allGraded')}</p>
      ) : (
        <>
          <div className="tally-bar">
            <Button onClick={() => setRows(rows.map(formalOf))}>{t('tally.allFormal')}</Button>
          </div>
          <EntryTable<GradeDraft>
            rowKey={({ part }) => `${part.line} ${part.lot}`}
            columns={columnsOfGradeDialog(amend, reply.claims)}
            dataSource={rows}
            scroll={{ x: 960, y: 360 }}
          />
          <p className="tally-note">{t(reply.claims ? 'tally.claims' : 'tally.waits')}</p>
        </>
      )}
    </ChoiceModal>
  );
}

type GradeChangeHandler = (row: GradeDraft, change: Partial<GradeDraft>) => void;

const columnsOfGradeDialog = (
  amend: GradeChangeHandler,
  claims: boolean,
): TableColumnsType<GradeDraft> => [
  {
    title: t('editor.column.name'),
    width: 180,
    render: (_, { part }) => <GoodsName {...part} />,
  },
  {
    title: t('editor.column.warehouse'),
    width: 100,
    render: (_, { part }) => part.warehouseName,
  },
  { title: t('editor.column.lot'), width: 90, render: (_, { part }) => part.lot },
  {
    title: t('tally.ungraded'),
    width: 90,
    align: 'right',
    render: (_, row) => {
      const text = `${quantityText(row.part.left)} ${row.part.unit}`;
      return isGradeWrong(row) ? <Typography.Text type="danger">{text}</Typography.Text> : text;
    },
  },
  ...(claims ? findings : grades).map((grade) => ({
    title: t(`tally.${grade}`),
    width: 96,
    align: 'right' as const,
    render: (_: unknown, row: GradeDraft) =>
      row.part.serialManaged ? (
        <Serials
          grade={grade}
          value={row[grade]}
          onChange={(text) => amend(row, { [grade]: text })}
        />
      ) : (
        <TallyAmountInput
          label={t(`tally.${grade}`)}
          value={row[grade]}
          onChange={(text) => amend(row, { [grade]: text })}
        />
      ),
  })),
  {
    title: t('tally.reason'),
    width: 140,
    render: (_, row) => (
      <TallyReasonInput value={row.reason} onChange={(reason) => amend(row, { reason })} />
    ),
  },
];
