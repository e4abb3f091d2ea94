"""Writes ir-measures.json: random runs and judgements with the values that ir_measures gives them.

    pip install ir_measures==0.4.3
    python test/evaluation/ir_measures_fixture.py > test/evaluation/ir-measures.json

The measures of src/evaluation are held to these values. All come from pytrec_eval. Its nDCG
has linear gains, so it is asked with the gains 2^grade - 1 in the place of grades: that is the form with exponential
gains, which other providers give to five decimals only. Runs hold queries that found nothing, found everything, and grades of 1 to 3.
"""

import json
import random

import ir_measures
from ir_measures import RR, R, Success, nDCG

DEPTHS = (1, 3, 5, 10, 50)
QUERIES = 80
TOOLS = 120

random.seed(20261130)
tools = [f"t{i}" for i in range(TOOLS)]
qrels, run, queries = [], [], []
for number in range(QUERIES):
    query = f"q{number}"
    relevant = {tool: random.choice((1, 1, 2, 3)) for tool in random.sample(tools, random.randint(1, 9))}
    length = random.choice((1, 4, 10, 37, 60, TOOLS))
    ranking = random.sample(tools, length)
    if number % 10 == 0:
        ranking = [tool for tool in ranking if tool not in relevant] or [t for t in tools if t not in relevant][:1]
    if number % 10 == 1:
        rest = [tool for tool in ranking if tool not in relevant]
        ranking = sorted(relevant, key=lambda tool: (-relevant[tool], tool)) + rest
    queries.append({"id": query, "ranking": ranking, "relevant": relevant})
    qrels += [ir_measures.Qrel(query, tool, grade) for tool, grade in relevant.items()]
    run += [ir_measures.ScoredDoc(query, tool, float(len(ranking) - rank)) for rank, tool in enumerate(ranking)]

measures = {f"recall@{k}": R @ k for k in DEPTHS}
measures |= {f"hit@{k}": Success @ k for k in DEPTHS}
measures["mrr"] = RR
gains = [ir_measures.Qrel(q.query_id, q.doc_id, 2**q.relevance - 1) for q in qrels]
values, means = {}, {}
for judged, some in ((qrels, measures), (gains, {"ndcg@10": nDCG @ 10})):
    names = {str(measure): name for name, measure in some.items()}
    for metric in ir_measures.iter_calc(list(some.values()), judged, run):
        values.setdefault(metric.query_id, {})[names[str(metric.measure)]] = metric.value
    for measure, value in ir_measures.calc_aggregate(list(some.values()), judged, run).items():
        means[names[str(measure)]] = value
for one in queries:
    one["values"] = values[one["id"]]
lines = ",\n".join(json.dumps(one, separators=(",", ":")) for one in queries)
print(f'{{"by":"ir_measures {ir_measures.__version__}","means":{json.dumps(means)},"queries":[\n{lines}\n]}}')
