package toolscout.opensearch;

import java.util.Map;
import org.opensearch.action.ActionRequest;
import org.opensearch.action.admin.indices.create.CreateIndexRequest;
import org.opensearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.opensearch.action.admin.indices.template.put.PutComponentTemplateAction;
import org.opensearch.action.admin.indices.template.put.PutComposableIndexTemplateAction;
import org.opensearch.action.support.ActionFilter;
import org.opensearch.action.support.ActionFilterChain;
import org.opensearch.cluster.metadata.Template;
import org.opensearch.common.xcontent.XContentHelper;
import org.opensearch.common.xcontent.json.JsonXContent;
import org.opensearch.core.action.ActionListener;
import org.opensearch.core.action.ActionResponse;
import org.opensearch.tasks.Task;

/** Answers 400 to a mapping with a k-NN field of any engine but Lucene's, which needs no native library. */
final class LuceneVectorsOnly implements ActionFilter {

  @Override
  public int order() {
    return 0;
  }

  @Override
  public <Q extends ActionRequest, R extends ActionResponse> void apply(
      Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
    String mappings = mappings(request);
    if (mappings != null && mappings.contains("knn_vector")) {
      check("mappings", XContentHelper.convertToMap(JsonXContent.jsonXContent, mappings, false));
    }
    chain.proceed(task, action, request, listener);
  }

  private static String mappings(ActionRequest request) {
    if (request instanceof CreateIndexRequest create) {
      return create.mappings();
    }
    if (request instanceof PutMappingRequest put) {
      return put.source();
    }
    if (request instanceof PutComposableIndexTemplateAction.Request put) {
      return mappings(put.indexTemplate().template());
    }
    if (request instanceof PutComponentTemplateAction.Request put) {
      return mappings(put.componentTemplate().template());
    }
    return null;
  }

  private static String mappings(Template template) {
    return template == null || template.mappings() == null ? null : template.mappings().string();
  }

  private static void check(String name, Map<?, ?> field) {
    if ("knn_vector".equals(field.get("type"))) {
      Object engine = field.get("method") instanceof Map<?, ?> method ? method.get("engine") : null;
      if (!"lucene".equals(engine)) {
        throw new IllegalArgumentException(
            "field [" + name + "]: there is no native k-NN library here, set method.engine to [lucene]");
      }
    }
    field.forEach((key, value) -> {
      if (value instanceof Map<?, ?> child) {
        check(String.valueOf(key), child);
      }
    });
  }
}
