import com.helger.io.resource.FileSystemResource;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.IValidationExecutorSet;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;

import java.io.BufferedReader;
import java.io.File;
import java.io.InputStreamReader;
import java.util.Locale;

/** phive with its rules of EN 16931 for CII: a path per line in, {@code valid} or {@code invalid} per line out. */
public final class Phive {
    public static void main(String[] args) throws Exception {
        ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();
        EN16931Validation.initEN16931(registry);
        IValidationExecutorSet<IValidationSourceXML> rules = registry.getOfID(EN16931Validation.VID_CII_1316);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            var source = ValidationSourceXML.create(new FileSystemResource(new File(line)));
            var results = ValidationExecutionManager.executeValidation(
                IValidityDeterminator.createDefault(), rules, source, Locale.ENGLISH);
            System.out.println(results.containsNoError() ? "valid" : "invalid");
        }
    }
}
