import { choiceLabel, explainProposal } from '@tradehouse/contract';
import type { ReplyOf } from '@tradehouse/contract';
import { useQuery } from '@tanstack/react-query';
import { Alert, Descriptions, Skeleton, Table } from 'antd';
import type { ReactNode } from 'react';
import { callEndpoint } from '../app/net/client.ts';
import { reasonOfError } from '../app/net/envelope.ts';
import { language } from '../app/session/language.ts';
import { NumberText } from '../control/NumberText.tsx';
import type { FilterValues } from '../list/filters/filterState.ts';
import { t } from '../phrase/index.ts';
import { proposalParametersOf } from './proposalParameters.ts';

type Explanation = ReplyOf<typeof explainProposal>;

interface ProposalExplanationProps {
  readonly skuId: string;
  readonly unit: string;
  /** Filters of the list. */
  readonly applied: FilterValues;
}

const Estimate = ({ value }: { readonly value: string }): ReactNode => (
  <NumberText value={Number(value).toFixed(2)} />
);

/** Steps from the forecast to the quantity, in the order of the computation. */
function stepsOfProposal(found: Explanation, unit: string) {
  const quantity = (value: string | null): ReactNode => (
    <>
      <NumberText value={value} /> {value === null ? '' : unit}
    </>
  );
  const estimate = (value: string): ReactNode => (
    <>
      <Estimate value={value} /> {unit}
    </>
  );
  const { coverDays } = found;
  const reorderDays = found.leadDays + found.reviewDays;
  return [
    [t('replenish.method'), choiceLabel(language, 'method', found.method)],
    [t('replenish.monthly'), estimate(found.monthly)],
    [t('replenish.deviation'), estimate(found.deviation)],
    [t('replenish.reorderDemand', { days: reorderDays }), estimate(found.reorderDemand)],
    [t('replenish.minimumStock'), quantity(found.minimumStock)],
    [t('replenish.safetyStock'), estimate(found.safetyStock)],
    [t('replenish.reorderPoint'), estimate(found.reorderPoint)],
    [t('replenish.position'), quantity(found.position)],
    [t('replenish.orderUpTo', { days: reorderDays + coverDays }), estimate(found.orderUpTo)],
    [t('replenish.minimumOrder'), quantity(found.minimumOrder)],
    [t('replenish.packSize'), quantity(found.packSize)],
    [t('replenish.proposed'), quantity(found.proposed)],
  ] as const;
}

/** Shows the months of the history, the forecast and each step of a proposal. */
export function ProposalExplanation({ skuId, unit, applied }: ProposalExplanationProps): ReactNode {
  const question = { skuId, ...proposalParametersOf(applied) };
  const { data, error } = useQuery({
    queryKey: ['replenish', 'explain', question],
    queryFn: ({ signal }) => callEndpoint(explainProposal, question, { signal, quiet: true }),
  });
  if (error !== null) return <Alert type="error" showIcon title={reasonOfError(error)} />;
  if (data === undefined) return <Skeleton active />;
  const { season } = data;
  return (
    <>
      <Descriptions
        bordered
        size="small"
        column={1}
        items={stepsOfProposal(data, unit).map(([label, children]) => ({
          key: label,
          label,
          children,
        }))}
      />
      <Table
        className="gap-above"
        size="small"
        rowKey="month"
        pagination={false}
        scroll={{ y: 320 }}
        dataSource={data.months.toReversed()}
        columns={[
          { title: t('replenish.month'), dataIndex: 'month' },
          {
            title: t('replenish.sold'),
            align: 'right',
            render: (_, { sold }) => <NumberText value={sold} />,
          },
          ...(season === null
            ? []
            : [
                {
                  title: t('replenish.season'),
                  align: 'right' as const,
                  render: (_: unknown, { month }: Explanation['months'][number]) =>
                    season[Number(month.slice(5)) - 1]?.toFixed(2),
                },
              ]),
        ]}
      />
    </>
  );
}
