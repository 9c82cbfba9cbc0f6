import { outDetailTable, outMaterialCountTable } from '@tradehouse/contract';
import { countPage } from '../../list/report/countPage.tsx';

export default countPage(outMaterialCountTable, outDetailTable, 'warehouses');
