import { MOST_PROPOSED, makeFromProposals } from '@tradehouse/contract';
import type { ProposalKind, ReplyOf } from '@tradehouse/contract';
import { decimal, documentKinds, sum, toPlainDecimal } from '@tradehouse/domain';
import { Alert, Table } from 'antd';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { callEndpoint, newKey } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { language } from '../app/session/language.ts';
import { useBusy } from '../app/useBusy.ts';
import { ChoiceModal } from '../control/ChoiceModal.tsx';
import { DocumentLink } from '../control/DocumentLink.tsx';
import { NumberText } from '../control/NumberText.tsx';
import { PartnerSelect } from '../control/references.tsx';
import { t } from '../phrase/index.ts';
import type { ProposalRow } from './ReplenishmentPage.tsx';

interface MakeProposalsDialogProps {
  readonly kind: ProposalKind;
  readonly rows: readonly ProposalRow[];
  readonly onClose: (changed: boolean) => void;
}

/** Draft to make: rows of one supplier, at most as many as a call takes. */
interface ProposalGroup {
  readonly key: string;
  readonly supplierId: string | null;
  readonly supplierName: string;
  readonly rows: readonly ProposalRow[];
}

type MadeDraft = ReplyOf<typeof makeFromProposals>;

/** Groups rows by supplier, in drafts of limited length. */
function groupBySupplier(rows: readonly ProposalRow[]): readonly ProposalGroup[] {
  const groups = [...Map.groupBy(rows, ({ supplierId }) => supplierId ?? '')];
  return groups.flatMap(([supplierId, own]) =>
    Array.from({ length: Math.ceil(own.length / MOST_PROPOSED) }, (_, at) => ({
      key: `${supplierId}-${at}`,
      supplierId: supplierId === '' ? null : supplierId,
      supplierName: own[0]?.supplierName ?? '',
      rows: own.slice(at * MOST_PROPOSED, (at + 1) * MOST_PROPOSED),
    })),
  );
}

const amountOf = (rows: readonly ProposalRow[]): string | null =>
  rows.some(({ amount }) => amount === null)
    ? null
    : toPlainDecimal(sum(rows.map(({ amount }) => decimal(amount ?? 0))));

/** Makes one draft per supplier. A repeated try never makes a draft twice: each group keeps its key. */
export function MakeProposalsDialog(props: MakeProposalsDialogProps): ReactNode {
  const { kind, rows, onClose } = props;
  const [groups] = useState(() => groupBySupplier(rows));
  const keys = useRef(new Map<string, string>(groups.map(({ key }) => [key, newKey()])));
  const [chosen, setChosen] = useState<Readonly<Record<string, string | null>>>({});
  const [made, setMade] = useState<ReadonlyMap<string, MadeDraft>>(new Map());
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, run] = useBusy();
  const isOrder = documentKinds[kind].partner !== null;
  const supplierOf = ({ key, supplierId }: ProposalGroup): string | null =>
    supplierId ?? chosen[key] ?? null;
  const open = groups.filter(({ key }) => !made.has(key));
  const lacksSupplier = isOrder && open.some((group) => supplierOf(group) === null);

  const makeAll = () =>
    run(async () => {
      setFailed(null);
      for (const group of open) {
        const lines = group.rows.map((row) => ({
          skuId: row.id ?? '',
          quantity: row.proposed ?? '',
          coming: row.coming ?? '0',
        }));
        const input = {
          kind,
          supplierId: supplierOf(group),
          lines,
        };
        const once = { key: keys.current.get(group.key) ?? newKey(), quiet: true };
        // One transaction per document: a refused one keeps those made before.
        const reply = await callEndpoint(makeFromProposals, input, once).catch(
          (refused: unknown) => {
            setFailed([group.supplierName, reasonOfError(refused)].filter(Boolean).join(' · '));
            return null;
          },
        );
        if (reply !== null) setMade((before) => new Map(before).set(group.key, reply));
      }
    });
  const done = open.length === 0;
  const name = documentKinds[kind].name[language];
  return (
    <ChoiceModal
      width={720}
      title={t('replenish.make', { kind: name })}
      okText={done ? t('act.close') : t('replenish.makeCount', { n: open.length, kind: name })}
      okDisabled={busy || lacksSupplier}
      onOk={() => (done ? onClose(true) : void makeAll())}
      onCancel={() => onClose(made.size > 0)}
    >
      {failed === null ? null : (
        <Alert type="error" showIcon className="gap-below" title={failed} />
      )}
      <Table<ProposalGroup>
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={[...groups]}
        columns={[
          {
            title: t('replenish.supplier'),
            render: (_, group) =>
              group.supplierId !== null ? (
                group.supplierName
              ) : isOrder ? (
                <PartnerSelect
                  type="supplier"
                  aria-label={t('replenish.supplier')}
                  value={chosen[group.key] ?? null}
                  disabled={made.has(group.key)}
                  onChange={(id) => setChosen({ ...chosen, [group.key]: id })}
                />
              ) : (
                t('replenish.noSupplier')
              ),
          },
          { title: t('replenish.lines'), align: 'right', render: (_, group) => group.rows.length },
          {
            title: t('replenish.amount'),
            align: 'right',
            render: (_, group) => <NumberText value={amountOf(group.rows)} as="money" />,
          },
          {
            title: name,
            render: (_, { key }) => {
              const document = made.get(key);
              return document === undefined ? null : (
                <DocumentLink kind={document.kind} id={document.id}>
                  {document.number}
                </DocumentLink>
              );
            },
          },
        ]}
      />
    </ChoiceModal>
  );
}
