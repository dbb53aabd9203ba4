import "./second-half";
import "./data-scope.test";
