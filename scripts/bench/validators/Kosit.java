import de.kosit.validationtool.api.Check;
import de.kosit.validationtool.api.Configuration;
import de.kosit.validationtool.api.InputFactory;
import de.kosit.validationtool.api.Result;
import de.kosit.validationtool.impl.DefaultCheck;
import de.kosit.validationtool.impl.xml.ProcessorProvider;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;

/** KoSIT's validator: scenarios and their folder as arguments; a path per line in, {@code valid} or {@code invalid} per line out. */
public final class Kosit {
    public static void main(String[] args) throws Exception {
        Configuration configuration = Configuration.load(Path.of(args[0]).toUri(), Path.of(args[1]).toUri())
            .build(ProcessorProvider.getProcessor());
        Check check = new DefaultCheck(configuration);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            Result result = check.checkInput(InputFactory.read(Path.of(line)));
            boolean valid = result.isProcessingSuccessful() && result.isSchemaValid() && result.isSchematronValid();
            System.out.println(valid ? "valid" : "invalid");
        }
    }
}
